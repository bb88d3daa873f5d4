/** The message is for the operator. Nothing was changed. */
export class UpdateError extends Error {}
