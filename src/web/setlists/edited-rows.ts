import { createContext } from 'react';

/** Receives 1 when a row's form opens, and -1 when it closes. */
export const EditedRows = createContext<(change: 1 | -1) => void>(() => {});
