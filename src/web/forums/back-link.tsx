import { Link } from 'wouter';

/** From a page below the forums back to their list. */
export function BackLink() {
  return (
    <Link
      href="/forums"
      className="justify-self-start rounded-md py-2 font-semibold text-dim hover:text-text"
    >
      ← Fan Forums
    </Link>
  );
}
