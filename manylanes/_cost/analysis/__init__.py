"""What is known before anything is counted: constants, loops' trips, what lives, what is free."""
