"""Walk a program and add up the costs of its ops."""
