// Stands in for the package `server-only`, whose import throws outside Next's server bundle.
export {};
