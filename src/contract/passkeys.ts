/** Of the name by which a fan tells their passkeys apart. */
export const PASSKEY_NAME_MAX = 100;
