"""The formats of JSON Schema 2020-12 as checks of strings, in linear time and by the stdlib.

A format that is not listed is an annotation: it refuses nothing.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_DATE = re.compile(r"(\d{4})-(\d{2})-(\d{2})\Z", re.ASCII)
_TIME = re.compile(r"(\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:[zZ]|([+-])(\d{2}):(\d{2}))\Z", re.ASCII)
_DURATION = re.compile(
    r"P(?:\d+W|(?=.)(?:\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D)?"
    r"(?:T(?=.)(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S))?)\Z",
    re.ASCII,
)
_LABEL = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\Z", re.ASCII)
_LOCAL_PART = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*\Z")
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\Z", re.ASCII | re.IGNORECASE)
_POINTER = re.compile(r"(?:/(?:[^~/]|~[01])*)*\Z")
_RELATIVE_POINTER = re.compile(r"(?:0|[1-9][0-9]*)(?:#|(?:/(?:[^~/]|~[01])*)*)\Z", re.ASCII)
_URI_TEXT = re.compile(r"(?:[A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*\Z", re.ASCII)
_IRI_TEXT = re.compile(r"(?:[^\x00-\x20<>\"{}|\\^`%\x7f]|%[0-9A-Fa-f]{2})*\Z")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*\Z", re.ASCII)
_TEMPLATE_TEXT = re.compile(r"(?:[^\x00-\x20\"'%<>\\^`{|}\x7f]|%[0-9A-Fa-f]{2})*\Z")
_EXPRESSION = re.compile(
    r"[+#./;?&]?(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2}|\.)+(?::[1-9]\d{0,3}|\*)?"
    r"(?:,(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2}|\.)+(?::[1-9]\d{0,3}|\*)?)*\Z",
    re.ASCII,
)
_DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def _date(text: str) -> bool:
    """RFC 3339, full-date."""
    match = _DATE.match(text)
    if match is None:
        return False
    year, month, day = map(int, match.groups())
    leap = month == 2 and year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return 1 <= month <= 12 and 1 <= day <= _DAYS[month - 1] + leap


def _time(text: str) -> bool:
    """RFC 3339, full-time; a leap second stands at 23:59:60 UTC only."""
    match = _TIME.match(text)
    if match is None:
        return False
    hour, minute, second = (int(match[i]) for i in (1, 2, 3))
    away_hour, away_minute = int(match[5] or 0), int(match[6] or 0)
    if hour > 23 or minute > 59 or second > 60 or away_hour > 23 or away_minute > 59:
        return False
    sign = -1 if match[4] == "+" else 1
    utc = (hour * 60 + minute + sign * (away_hour * 60 + away_minute)) % 1440
    return second < 60 or utc == 1439


def _date_time(text: str) -> bool:
    """RFC 3339, date-time."""
    return text[10:11] in ("T", "t") and _date(text[:10]) and _time(text[11:])


def _hostname(text: str) -> bool:
    """RFC 1123 with A-labels of RFC 5891."""
    labels = text.split(".")
    return len(text) <= 253 and all(
        _LABEL.match(label) is not None
        and (label[2:4] != "--" or (label[:2].lower() == "xn" and _is_a_label(label)))
        for label in labels
    )


def _is_a_label(label: str) -> bool:
    try:
        decoded = label[4:].encode("ascii").decode("punycode")
    except UnicodeError:
        return False
    return bool(decoded) and _u_label(decoded)


def _idn_hostname(text: str) -> bool:
    """RFC 5890: A-labels and U-labels."""
    for dot in "\u3002\uff0e\uff61":
        text = text.replace(dot, ".")
    if text.isascii():
        return _hostname(text)
    labels = text.split(".")
    return len(text) <= 253 and all(
        (_hostname(label) if label.isascii() else _u_label(label)) for label in labels
    )


def _u_label(label: str) -> bool:
    """RFC 5891 and the contextual rules of RFC 5892, appendix A."""
    import unicodedata

    if not label or label[0] == "-" or label[-1] == "-" or label[2:4] == "--":
        return False
    if unicodedata.category(label[0])[0] == "M" or unicodedata.normalize("NFC", label) != label:
        return False
    try:
        if len("xn--" + label.encode("punycode").decode("ascii")) > 63:
            return False
    except UnicodeError:
        return False
    return all(_is_allowed(label, at) for at in range(len(label)))


def _is_allowed(label: str, at: int) -> bool:
    import unicodedata

    char = label[at]
    before, after = label[at - 1 : at], label[at + 1 : at + 2]
    match char:
        case "\u00b7":
            return before == "l" and after == "l"
        case "\u0375":
            return bool(after) and unicodedata.name(after, "").startswith("GREEK")
        case "\u05f3" | "\u05f4":
            return bool(before) and unicodedata.name(before, "").startswith("HEBREW")
        case "\u30fb":
            words = ("HIRAGANA", "KATAKANA", "CJK")
            return any(unicodedata.name(c, "").startswith(words) for c in label if c != char)
        case "\u200d":
            return bool(before) and unicodedata.combining(before) == 9
        case "\u200c":
            return bool(before) and unicodedata.combining(before) == 9
    if "\u0660" <= char <= "\u0669":
        return not any("\u06f0" <= c <= "\u06f9" for c in label)
    if char in "\u302e\u302f\u3031\u3032\u3033\u3034\u3035\u303b\u0640\u07fa":
        return False
    if char in "\u00df\u03c2\u06fd\u06fe\u0f0b\u3007-":
        return True
    return unicodedata.category(char) in ("Ll", "Lo", "Lm", "Mn", "Mc", "Nd")


def _email(text: str) -> bool:
    """RFC 5321, mailbox."""
    local, at, domain = text.rpartition("@")
    return bool(at) and _is_local(local) and _is_domain(domain, _hostname)


def _idn_email(text: str) -> bool:
    """RFC 6531, mailbox."""
    local, at, domain = text.rpartition("@")
    ascii_local = "".join(c if c.isascii() else "x" for c in local)
    return bool(at) and _is_local(ascii_local) and _is_domain(domain, _idn_hostname)


def _is_local(local: str) -> bool:
    if local.startswith('"'):
        body = local[1:-1]
        plain = body.replace("\\\\", "").replace('\\"', "")
        return len(local) > 2 and local.endswith('"') and not set('"\\') & set(plain)
    return len(local) <= 64 and _LOCAL_PART.match(local) is not None


def _is_domain(domain: str, is_host: Callable[[str], bool]) -> bool:
    if domain.startswith("[") and domain.endswith("]"):
        inner = domain[1:-1]
        return _ipv6(inner[5:]) if inner[:5].lower() == "ipv6:" else _ipv4(inner)
    return is_host(domain)


def _ipv4(text: str) -> bool:
    """RFC 2673, dotted-quad."""
    parts = text.split(".")
    return len(parts) == 4 and all(
        p.isascii() and p.isdigit() and len(p) <= 3 and int(p) < 256 and str(int(p)) == p
        for p in parts
    )


def _ipv6(text: str) -> bool:
    """RFC 4291."""
    import ipaddress

    if "%" in text or not text.isascii():
        return False
    try:
        ipaddress.IPv6Address(text)
    except ValueError:
        return False
    return True


def _reference(text: str, allowed: re.Pattern[str]) -> bool:
    """RFC 3986 (or 3987): a URI or relative reference."""
    if allowed.match(text) is None:
        return False
    rest, _, fragment = text.partition("#")
    if set("#[]") & set(fragment):
        return False
    rest, _, query = rest.partition("?")
    if set("[]") & set(query):
        return False
    scheme, colon, after = rest.partition(":")
    has_scheme = bool(colon) and _SCHEME.match(scheme) is not None
    if colon and not has_scheme and "/" not in scheme:
        return False
    return _hierarchy(after if has_scheme else rest)


def _hierarchy(text: str) -> bool:
    if not text.startswith("//"):
        return not set("[]") & set(text)
    authority, _, path = text[2:].partition("/")
    host = authority.rpartition("@")[2]
    if set("[]") & (set(path) | set(authority.rpartition("@")[0])):
        return False
    if host.startswith("["):
        inner, closed, port = host[1:].partition("]")
        is_address = _ipv6(inner) or re.match(r"[vV][0-9A-Fa-f]+\..+\Z", inner) is not None
        return bool(closed) and is_address and (not port or _is_port(port))
    name, colon, port = host.partition(":")
    return not set("[]") & set(name) and (not colon or _is_port(f":{port}"))


def _is_port(text: str) -> bool:
    return text.startswith(":") and (text[1:] == "" or (text[1:].isascii() and text[1:].isdigit()))


def _absolute(text: str) -> bool:
    return _SCHEME.match(text.partition(":")[0]) is not None and ":" in text


def _uri_template(text: str) -> bool:
    """RFC 6570."""
    parts = text.split("{")
    if _TEMPLATE_TEXT.match(parts[0]) is None:
        return False
    for part in parts[1:]:
        expression, closed, rest = part.partition("}")
        if (
            not closed
            or _EXPRESSION.match(expression) is None
            or _TEMPLATE_TEXT.match(rest) is None
        ):
            return False
    return True


def _regex(text: str) -> bool:
    """ECMA-262, with what the runtime's engine takes."""
    from ._patterns import PatternError, parse_pattern

    try:
        parse_pattern(text)
    except PatternError:
        return False
    return True


FORMATS: Mapping[str, Callable[[str], bool]] = {
    "date": _date,
    "time": _time,
    "date-time": _date_time,
    "duration": lambda text: _DURATION.match(text) is not None and text != "P" and text[-1] != "T",
    "email": _email,
    "idn-email": _idn_email,
    "hostname": _hostname,
    "idn-hostname": _idn_hostname,
    "ipv4": _ipv4,
    "ipv6": _ipv6,
    "uri": lambda text: _absolute(text) and _reference(text, _URI_TEXT),
    "uri-reference": lambda text: _reference(text, _URI_TEXT),
    "iri": lambda text: _absolute(text) and _reference(text, _IRI_TEXT),
    "iri-reference": lambda text: _reference(text, _IRI_TEXT),
    "uri-template": _uri_template,
    "uuid": lambda text: _UUID.match(text) is not None,
    "json-pointer": lambda text: _POINTER.match(text) is not None,
    "relative-json-pointer": lambda text: _RELATIVE_POINTER.match(text) is not None,
    "regex": _regex,
}
"""Format → whether a string has it. Source: JSON Schema 2020-12 Validation, section 7.3."""


def check_format(name: str, text: str) -> bool:
    """Whether *text* has the format *name*; any text has one that is not known."""
    check = FORMATS.get(name)
    return check is None or check(text)
