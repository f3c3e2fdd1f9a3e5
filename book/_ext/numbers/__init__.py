"""Values with an origin: records, hardware facts and published figures."""
