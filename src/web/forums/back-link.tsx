import { Link } from 'wouter';
import { paths } from '#contract/pages.ts';

/** From a page below the forums back to their list. */
export function BackLink() {
  return (
    <Link
      href={paths.forums()}
      className="justify-self-start rounded-md py-2 font-semibold text-dim hover:text-text"
    >
      ← Fan Forums
    </Link>
  );
}
