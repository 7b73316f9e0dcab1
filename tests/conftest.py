"""What all tests share: the recorded data, skips that may not happen, cases that can be rewritten."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "toolc", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("toolc")  # no verdict may depend on the time of day or the load

DATA = "TOOLC_ACCEPTANCE_DATA"
"""Names the folder with `cases`, `corpus` and `conformance`; without it those tests are skipped."""

REQUIRE_ALL = "TOOLC_REQUIRE_ALL"
"""Set to 1 where everything is expected to be there: a skipped test is then a failed one.

The recorded data is not part of a checkout: without `DATA`, tests of it may be skipped even so.
"""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-cases",
        action="store_true",
        help="write what is produced now into the folders of cases; read the difference",
    )


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Recorded data may be used anywhere; where it is, the fixture says whether it is there."""
    if os.environ.get(DATA):
        return
    for item in items:
        if "acceptance_data" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.skip(reason=f"{DATA} does not name the recorded data"))


@pytest.fixture(scope="session")
def acceptance_data() -> Path:
    """The folder with the recorded data."""
    folder = Path(os.environ[DATA])
    missing = [name for name in ("cases", "corpus", "conformance") if not (folder / name).is_dir()]
    if missing:
        pytest.fail(f"{DATA} names {folder}, which has no {', '.join(missing)}")
    return folder


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test finds what an earlier run or a user's build has remembered."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TOOLC_CACHE_DIR", str(tmp_path_factory.mktemp("cache")))
        yield


def _refuse_skip(report: pytest.TestReport | pytest.CollectReport) -> None:
    expected_failure = hasattr(report, "wasxfail")
    if os.environ.get(REQUIRE_ALL) == "1" and report.skipped and not expected_failure:
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        if DATA in str(reason) and not os.environ.get(DATA):
            return
        report.outcome = "failed"
        report.longrepr = f"{REQUIRE_ALL} is set, but this was skipped: {reason}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    _refuse_skip(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    _refuse_skip(report)
    return report
