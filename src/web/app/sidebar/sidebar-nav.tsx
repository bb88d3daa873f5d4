import { Link, useLocation } from 'wouter';
import { NAV_GROUPS } from '#contract/nav-groups.ts';
import { PAGES, paths } from '#contract/pages.ts';
import { useUser } from '#web/session/use-user.ts';
import { classes } from '#web/ui/class-names.ts';
import { LiveDot } from '#web/ui/live-dot.tsx';
import { Tooltip } from '#web/ui/overlay/tooltip.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { useLiveShow } from '../../show-display/displayed-show.ts';
import { PAGE_ICONS } from './page-icons.ts';

type SidebarNavProps = { isExpanded: boolean; onNavigate: (() => void) | undefined };

export function SidebarNav({ isExpanded, onNavigate }: SidebarNavProps) {
  const { isAdmin, isModerator, scribeOf } = useUser();
  const isLive = useLiveShow() !== undefined;
  const hiddenGroups = [!scribeOf?.[0] && 'Scribe', !isAdmin && !isModerator && 'Admin'];
  const groups = NAV_GROUPS.filter((group) => !hiddenGroups.includes(group));
  return (
    <nav aria-label="Main" className="grid gap-4">
      {groups.map((label) => (
        <div key={label} className="grid gap-0.5">
          {/* A heading here would precede the page's `h1`. */}
          {isExpanded && (
            <p aria-hidden className="label px-2.5 pb-1.5 text-dim">
              {label}
            </p>
          )}
          <ul aria-label={label} className="grid gap-0.5">
            {ITEMS.filter(({ group }) => group === label).map((item) => (
              <li key={item.path}>
                <NavLink
                  item={item}
                  isExpanded={isExpanded}
                  hasLiveShow={isLive && item.path === paths.liveSetlist()}
                  onNavigate={onNavigate}
                />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

const ITEMS = Object.entries(PAGE_ICONS).map(([name, Icon]) => {
  const { path, title, nav } = PAGES[name as keyof typeof PAGE_ICONS];
  return { path, label: title, ...nav, Icon };
});

type NavLinkProps = SidebarNavProps & { item: (typeof ITEMS)[number]; hasLiveShow: boolean };

function NavLink({ item: { label, path: href, Icon }, ...props }: NavLinkProps) {
  const [pathname] = useLocation();
  const path = pathname.toLowerCase().replace(/\/$/, '') || '/';
  const isCurrent = path === href;
  const isWithin = isCurrent || path.startsWith(`${href}/`);
  return (
    <Tooltip text={label} disabled={props.isExpanded}>
      <Link
        href={href}
        onClick={props.onNavigate}
        aria-current={isCurrent ? 'page' : isWithin ? 'true' : undefined}
        className={classes(
          'relative flex min-h-10 scroll-my-10 items-center gap-3 rounded-lg pointer-coarse:min-h-11',
          props.isExpanded ? 'px-2.5' : 'justify-center',
          isWithin ? 'bg-glow font-semibold text-lamp' : 'text-text hover:bg-text/8',
        )}
      >
        <Icon aria-hidden className={classes('size-4.5 shrink-0', !isWithin && 'text-dim')} />
        <span className={props.isExpanded ? 'min-w-0 flex-1 truncate' : 'sr-only'}>{label}</span>
        {props.hasLiveShow && (
          <span className={classes('flex', !props.isExpanded && 'absolute top-1 right-1')}>
            <LiveDot />
            <VisuallyHidden>A show is live</VisuallyHidden>
          </span>
        )}
      </Link>
    </Tooltip>
  );
}
