"""Compile YAML tool specs into typed Python packages."""
