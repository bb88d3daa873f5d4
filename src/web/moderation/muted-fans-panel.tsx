import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link } from 'wouter';
import { endMute, listMutedFans } from '#contract/moderation.ts';
import { formatMuteEnd } from '#contract/moderation-notices.ts';
import { paths } from '#contract/pages.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { queryFor } from '#web/http/query-for.ts';
import { Button } from '#web/ui/button.tsx';
import { focusIfLost } from '#web/ui/list/focus-if-lost.ts';
import { LongName } from '#web/ui/list/long-name.tsx';
import { Panel } from '#web/ui/panel.tsx';

export function MutedFansPanel() {
  const list = useRef<HTMLUListElement>(null);
  const fans = useQuery(queryFor(listMutedFans));
  const end = useMutation(
    mutationFor(endMute, { successToast: 'Mute ended', errorToast: 'Failed to end the mute' }),
  );

  async function endOne(id: string) {
    await end.mutate({ params: { id } });
    focusIfLost(list.current);
  }

  return (
    <Panel title="Muted fans">
      <div className="px-4.5 pb-4.5">
        <Loaded
          query={fans}
          label="Loading the muted fans"
          errorMessage="The muted fans could not be loaded."
        >
          {(mutedFans) => (
            <ul ref={list} tabIndex={-1} aria-label="Muted fans" className="outline-none">
              {mutedFans.length === 0 && <li className="text-dim">No one is muted.</li>}
              {mutedFans.map(({ id, username, mutedUntil }) => (
                <li
                  key={id}
                  className="flex min-h-13 items-center gap-3 border-rail/60 border-b last:border-b-0"
                >
                  <span className="min-w-0 flex-1">
                    <Link
                      href={paths.fan({ username })}
                      className="underline-offset-4 hover:underline"
                    >
                      <LongName name={username} className="font-semibold" />
                    </Link>
                    <span className="block text-dim text-sm">
                      Until {formatMuteEnd(new Date(mutedUntil))} UTC
                    </span>
                  </span>
                  <Button
                    size="sm"
                    disabled={end.isPending}
                    aria-label={`End the mute of ${username}`}
                    onClick={() => void endOne(id)}
                  >
                    End mute
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </Loaded>
      </div>
    </Panel>
  );
}
