"""How well the offline engine answers the 41 questions of CUAD, and how well values are normalised."""
