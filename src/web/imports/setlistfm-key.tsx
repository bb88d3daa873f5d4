import { useQuery } from '@tanstack/react-query';
import { getImportKey, setImportKey } from '#contract/import-key.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { queryFor } from '#web/http/query-for.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';

const KEY_PAGE = 'https://www.setlist.fm/settings/api';

export function SetlistfmKey({ error }: { error: string | undefined }) {
  const key = useQuery(queryFor(getImportKey)).data;
  const removeKey = useMutation(
    mutationFor(setImportKey, {
      successToast: 'Key removed',
      errorToast: 'The key could not be removed',
    }),
  );
  if (!key) return null;
  if (key.storedIn === 'nowhere')
    return (
      <TextField
        name="key"
        label="setlist.fm API key"
        autoComplete="off"
        spellCheck={false}
        error={error}
        className="sm:col-span-2"
        hint={
          <>
            Your own API key. It is stored on the server and never shown again. Not needed for saved
            responses.
            <a
              href={KEY_PAGE}
              target="_blank"
              rel="noreferrer"
              className="flex min-h-11 w-fit items-center font-semibold text-text underline decoration-edge underline-offset-4 hover:decoration-current"
            >
              Get a free key at setlist.fm/settings/api
            </a>
          </>
        }
      />
    );
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 sm:col-span-2">
      <p className="text-dim text-sm">
        {key.storedIn === 'site'
          ? 'Uses the setlist.fm key stored on this site.'
          : "Uses the setlist.fm key from the server's settings."}
      </p>
      {key.storedIn === 'site' && (
        <Button
          pending={removeKey.isPending}
          pendingText="Removing..."
          onClick={() => void removeKey.mutate({ body: { key: null } })}
        >
          Remove the key
        </Button>
      )}
    </div>
  );
}
