/**
 * Strips the contract that the browser loads. A page needs a call's method, path, limits, sentences
 * and rules. It does not need schemas, because the server validates requests and strips responses,
 * nor the text of the OpenAPI description. A form that validates loads the whole modules with
 * `import()`.
 *
 * Two things would still load zod on every page: a schema inside an object or a list, such as
 * `const fields = { id: z.uuid() }`, and a schema in a function that the browser calls.
 *
 * @returns {import('vite').Plugin}
 */
export function slimContract() {
  return {
    name: 'slim-contract',
    apply: 'build',
    resolveId: {
      // Runs before Vite's own resolver, or it would not run at all.
      order: 'pre',
      async handler(source, importer, options) {
        if (!importer || !/^(#contract\/|\.)/.test(source)) return undefined;
        const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
        if (!resolved || !CONTRACT.test(resolved.id)) return undefined;
        const isWhole = options.kind === 'dynamic-import' || importer.endsWith(WHOLE);
        return isWhole ? { ...resolved, id: resolved.id + WHOLE } : resolved;
      },
    },
    transform: {
      filter: { id: CONTRACT },
      handler(code) {
        return { code: removeSchemas(code, this.parse(code)), map: null };
      },
    },
  };
}

const CONTRACT = /\/src\/contract\/[^/?]+\.ts$/;
const WHOLE = '?whole';

/** Only the server and OpenAPI read these fields of an endpoint. */
const SERVER_ONLY = new Set([
  ...['params', 'query', 'body', 'returns', 'tag', 'summary'],
  ...['bodyLimit', 'inDemo', 'endsTemporaryPassword', 'needsFreshSignIn'],
]);

/**
 * Removes the schemas of endpoints. Wraps other declarations made by a call, as schemas are, so
 * that the bundler can drop unused ones. This assumes that such a call has no side effects.
 *
 * @param {string} code JavaScript
 * @param {{ body: any[] }} program its syntax tree
 */
export function removeSchemas(code, program) {
  /** @type {{ start: number, end: number, text: string }[]} */
  const edits = [];
  for (const statement of program.body) {
    // For example, zod's configuration.
    if (statement.type === 'ExpressionStatement')
      edits.push({ start: statement.start, end: statement.end, text: '' });
    const declaration = statement.declaration ?? statement;
    if (declaration.type !== 'VariableDeclaration') continue;
    for (const { init } of declaration.declarations) {
      if (init?.type !== 'CallExpression') continue;
      const text =
        init.callee.name === 'endpoint' ? unwrapCall(code, init) : wrapAsPure(code, init);
      edits.push({ start: init.start, end: init.end, text });
    }
  }
  return edits.reduceRight(
    (text, { start, end, text: replacement }) =>
      text.slice(0, start) + replacement + text.slice(end),
    code,
  );
}

/**
 * `endpoint(name, declaration)` as the declaration alone.
 *
 * @param {string} code @param {any} init
 */
function unwrapCall(code, init) {
  const properties = init.arguments[1].properties.filter(
    /** @param {any} one */ ({ key }) => !SERVER_ONLY.has(key.name),
  );
  return `{ ${properties.map(/** @param {any} one */ ({ start, end }) => code.slice(start, end)).join(', ')} }`;
}

/** @param {string} code @param {any} init */
function wrapAsPure(code, init) {
  return `/* @__PURE__ */ (() => ${code.slice(init.start, init.end)})()`;
}
