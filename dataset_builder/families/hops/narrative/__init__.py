"""The words of a hops page: a trace told in the prose of some genre (DocHop, section 3 and appendix A)."""
