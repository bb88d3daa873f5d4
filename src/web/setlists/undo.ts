/** What is said when a change of the setlist has been taken back, or could not be. */
export const UNDO = {
  done: 'Last change undone',
  failed: 'Failed to undo the last change',
};
