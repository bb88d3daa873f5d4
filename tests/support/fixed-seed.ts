import fc from 'fast-check';

// Set up for every test file: properties are tried with the same values in every run. Others come from
// PROPERTY_SEED; one that fails with them becomes an example of its property.

fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 20_260_401) });
