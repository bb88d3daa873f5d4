/** Its message is shown to the operator. Nothing was changed. */
export class UpdateError extends Error {}
