"""The runtime that generated tool packages plug into."""
