from instrument import strict_dtypes

__all__ = ["strict_dtypes"]
