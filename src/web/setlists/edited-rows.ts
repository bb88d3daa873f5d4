import { createContext } from 'react';

/** Called with 1 when the form of a row opens, and with -1 when it closes. */
export const EditedRows = createContext<(change: 1 | -1) => void>(() => {});
