declare global {
  interface Window {
    /** The native shell puts its bridge here before any script of the page runs. */
    Capacitor?: { isNativePlatform?: () => boolean };
  }
}

/** Whether the page runs inside the native shell rather than in a browser. */
export function isOnDevice(): boolean {
  return window.Capacitor?.isNativePlatform?.() ?? false;
}
