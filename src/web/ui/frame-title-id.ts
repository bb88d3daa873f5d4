export const FRAME_TITLE_ID = 'frame-title';
