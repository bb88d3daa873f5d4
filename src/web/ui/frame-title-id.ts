/** ID of the element in the page's top bar that shows a page's own title instead of the brand. */
export const FRAME_TITLE_ID = 'frame-title';
