/** The first thing the Tab key meets: past the navigation, to the page. */
export function SkipLink() {
  return (
    <a
      href="#page"
      className="fixed top-2 left-2 z-70 -translate-y-20 rounded-control bg-lamp px-4 py-3 font-semibold text-lamp-text focus:translate-y-0"
    >
      Skip to the page
    </a>
  );
}

/** The id of the main element that it leads to. */
export const PAGE_ID = 'page';
