//! Every promise of the house, as one test binary.
