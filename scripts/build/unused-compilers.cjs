// Takes the place of Fastify's own compilers, so that a server without `schemaController` fails in
// a clone as it would in a release, which doesn't contain them.
throw new Error('Pass `schemaController` to Fastify.');
