import { z } from 'zod';

/** Collects schemas with an ID in the contract, and the bodies and responses of endpoints. */
export class SchemaRegistry extends z.core.$ZodRegistry<Record<string, unknown>> {
  readonly components: Record<string, object> = {};
  readonly #names = new Map<z.core.$ZodType, string>();

  /** zod reads a schema's ID and description from here. */
  override get(schema: z.core.$ZodType) {
    const id = this.#names.get(schema);
    return { ...z.globalRegistry.get(schema), ...(id && { id }) };
  }

  toSchema(schema: z.ZodType, io: 'input' | 'output' = 'output', name = ''): object {
    if (schema instanceof z.core.$ZodObject && !this.get(schema).id)
      this.#names.set(schema, capitalize(name));
    const jsonSchema = z.toJSONSchema(schema, { io, metadata: this, override: clean });
    const { $schema, $defs = {}, id, ...shape } = withComponentReferences(jsonSchema);
    for (const [defined, { id: _, ...definition }] of Object.entries($defs))
      this.#collect(defined, definition);
    if (!id) return shape;
    this.#collect(id, shape);
    return { $ref: `#/components/schemas/${id}` };
  }

  #collect(name: string, schema: object): void {
    const existingSchema = this.components[name];
    if (existingSchema && JSON.stringify(existingSchema) !== JSON.stringify(schema))
      throw new Error(`The contract has two schemas named ${name}.`);
    this.components[name] = schema;
  }
}

type JsonSchema = z.core.JSONSchema.BaseSchema;

function withComponentReferences(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));
}

/** Formats by property name. `iana-time-zone` is not a registered format. */
const FORMATS: Record<string, string> = {
  email: 'email',
  timeZone: 'iana-time-zone',
  averageScore: 'decimal',
  averagePosition: 'decimal',
};

/** Removes patterns that a format implies, and the bounds that zod adds to every integer. */
export function clean({
  jsonSchema,
  path,
}: {
  jsonSchema: JsonSchema;
  path: (string | number)[];
}): void {
  const format = FORMATS[String(path.at(-1))];
  if (format && !jsonSchema.$ref && path.at(-2) === 'properties') jsonSchema.format ??= format;
  if (jsonSchema.format) delete jsonSchema.pattern;
  if (jsonSchema.prefixItems) describeTuple(jsonSchema, jsonSchema.prefixItems.length);
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
}

/** zod omits a tuple's length, and Spectral requires `items` to be an object. */
function describeTuple(jsonSchema: JsonSchema, length: number): void {
  Object.assign(jsonSchema, { minItems: length, maxItems: length, items: {} });
}

function capitalize(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}
