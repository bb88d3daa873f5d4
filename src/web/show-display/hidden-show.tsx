import { revealShow } from '#contract/spoilers.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { Button } from '#web/ui/button.tsx';
import { Eye } from '#web/ui/icons.ts';

type HiddenShowProps = {
  show: { id: string; name: string; status: string };
  as?: 'h1' | 'p' | undefined;
};

export default function HiddenShow({ show, as: Name = 'p' }: HiddenShowProps) {
  const { id, name, status } = show;
  const reveal = useMutation(mutationFor(revealShow, { errorToast: 'Failed to reveal the show' }));
  return (
    <section
      aria-label={`Hidden: ${name}`}
      className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 rounded-panel border border-rail bg-stage px-4.5 py-4"
    >
      <div className="min-w-0 flex-1 basis-52">
        <Name className="wrap-anywhere font-semibold text-lg">
          <bdi>{name}</bdi> {status === 'live' ? 'is on' : 'is over'}
        </Name>
        <p className="text-dim">Hidden because you turned on No spoilers.</p>
      </div>
      <Button
        className="max-sm:w-full"
        aria-label={`Show me: ${name}`}
        pending={reveal.isPending}
        pendingText="Showing..."
        onClick={() => reveal.mutate({ params: { id } })}
      >
        <Eye aria-hidden />
        Show me
      </Button>
    </section>
  );
}
