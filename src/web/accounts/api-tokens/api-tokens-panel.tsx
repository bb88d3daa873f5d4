import { useQuery } from '@tanstack/react-query';
import { listApiTokens } from '#contract/api-tokens.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { Panel } from '#web/ui/panel.tsx';
import { CreateToken } from './create-token.tsx';
import { TokenRow } from './token-row.tsx';

export function ApiTokensPanel() {
  const tokens = useQuery(queryFor(listApiTokens));
  return (
    <Panel title="API tokens">
      <div className="grid gap-4 px-4.5 pb-5">
        <p className="text-dim">
          Let your own programs follow shows or predict for you.{' '}
          <a
            href="/api/docs"
            className="font-semibold underline decoration-edge underline-offset-4 hover:decoration-current"
          >
            See all calls
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
                  <TokenRow key={token.id} token={token} />
                ))}
              </ul>
            )
          }
        </Loaded>
        <CreateToken />
      </div>
    </Panel>
  );
}
