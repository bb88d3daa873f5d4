import fc from 'fast-check';

// Set up for every test file. Property tests use the same seed in every run, unless PROPERTY_SEED
// sets another. Add a failing case as an example to its property.

fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 20_260_401) });
