"""The result of `cost`: as an object, as plain data and as text."""
