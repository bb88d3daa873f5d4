import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { listApiTokens } from '#contract/api-tokens.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { FoldingPanel } from '#web/ui/folding-panel.tsx';
import { CopyField } from '#web/ui/form/copy-field.tsx';
import { focusIfLost } from '#web/ui/list/focus-if-lost.ts';
import { CreateToken } from './create-token.tsx';
import { TokenRow } from './token-row.tsx';

export function ApiTokensPanel() {
  const tokens = useQuery(queryFor(listApiTokens));
  const content = useRef<HTMLDivElement>(null);
  const [created, setCreated] = useState<{ id: string; token: string }>();

  return (
    <FoldingPanel id="tokens" title="API tokens">
      <div ref={content} tabIndex={-1} className="grid gap-4 px-4.5 pb-5 outline-none">
        <p className="text-dim">
          Let your own programs follow shows or predict for you.{' '}
          <a
            href="/api/docs"
            className="font-semibold underline decoration-edge underline-offset-4 hover:decoration-current"
          >
            See the API reference
          </a>
        </p>
        <Loaded
          query={tokens}
          label="Loading your API tokens"
          errorMessage="Your API tokens could not be loaded."
        >
          {(rows) =>
            rows.length > 0 && (
              <ul aria-label="Your API tokens">
                {rows.map((token) => (
                  <TokenRow
                    key={token.id}
                    token={token}
                    onRevoked={() => created?.id === token.id && setCreated(undefined)}
                    onRefetched={() => focusIfLost(content.current)}
                  />
                ))}
              </ul>
            )
          }
        </Loaded>
        <div role="status">{created && <NewToken token={created.token} />}</div>
        <CreateToken onCreated={setCreated} />
      </div>
    </FoldingPanel>
  );
}

function NewToken({ token }: { token: string }) {
  return (
    <div className="grid gap-3 rounded-panel border border-rail bg-well p-4">
      <p className="font-semibold">Copy your token now. It isn't shown again.</p>
      <CopyField label="Your new API token" text={token} what="token" />
    </div>
  );
}
