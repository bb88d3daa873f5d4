import { updateProfile } from '#contract/accounts.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { sessionQuery } from '#web/session/session-query.ts';
import { useUser } from '#web/session/use-user.ts';
import { FoldingPanel } from '#web/ui/folding-panel.tsx';
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx';

export function PrivacyPanel() {
  const { hasPrivateSheets, spoilersHiddenSince } = useUser();
  const choose = useMutation(
    mutationFor(updateProfile, {
      errorToast: 'Failed to save your choice',
      onSuccess: (user, _input, _, { client }) => client.setQueryData(sessionQuery.queryKey, user),
    }),
  );
  const pending = choose.isPending ? choose.variables.body : undefined;
  return (
    <FoldingPanel id="privacy" title="Privacy and spoilers">
      <CheckboxField
        className="px-4.5 pb-4"
        label="Keep my sheets private"
        hint="Once predictions lock, other fans can open yours from the leaderboard. If you keep them private, they see only your points and rank, and boards on other websites don't name you. Your picks still count in the crowd's totals."
        checked={pending?.hasPrivateSheets ?? hasPrivateSheets}
        onChange={({ target }) =>
          void choose.mutate({ body: { hasPrivateSheets: target.checked } })
        }
      />
      <CheckboxField
        className="px-4.5 pb-5"
        label="No spoilers"
        hint="Songs, standings, threads and results of a show stay hidden until you press Show me, and notifications don't mention your points."
        checked={pending?.hidesSpoilers ?? spoilersHiddenSince !== null}
        onChange={({ target }) => void choose.mutate({ body: { hidesSpoilers: target.checked } })}
      />
    </FoldingPanel>
  );
}
