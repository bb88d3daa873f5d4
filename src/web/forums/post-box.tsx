import { type ComponentProps, type SyntheticEvent, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { POST_MAX, type postBody } from '#contract/forum-posts.ts';
import { lazyResolver } from '#web/http/lazy-resolver.ts';
import { setFieldErrors } from '#web/http/set-field-errors.ts';
import { Button } from '#web/ui/button.tsx';
import { formatLength, TextAreaField } from '#web/ui/form/text-area-field.tsx';
import { useDraft, useSaveDraft } from './form-draft.ts';

type Body = z.output<typeof postBody>;

type PostBoxProps = Omit<ComponentProps<typeof TextAreaField>, 'form'> & {
  box: ReturnType<typeof usePostBox>;
  isPending: boolean;
  waitSeconds?: number;
  submitLabel: string;
  pendingText: string;
  variant?: 'lamp' | undefined;
  onSave: (body: Body) => Promise<void>;
  onCancel: (() => void) | undefined;
};

export function PostBox({ box, isPending, onSave, onCancel, ...props }: PostBoxProps) {
  const { form, reset } = box;
  const { waitSeconds = 0, submitLabel, pendingText, variant, ...field } = props;
  const isWaiting = waitSeconds > 0;
  const submit = useRef<HTMLButtonElement>(null);

  const save = (event: SyntheticEvent) =>
    form.handleSubmit(async (body) => {
      if (isWaiting) return;
      await onSave(body);
      // A disabled button loses the focus, and is enabled again only after the next paint.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) submit.current?.focus();
      });
    })(event);

  function cancel() {
    reset();
    onCancel?.();
  }

  return (
    <form noValidate onSubmit={save} className="grid gap-3">
      <TextAreaField
        {...field}
        readOnly={isPending}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the box replaces the button that had the focus
        autoFocus={onCancel !== undefined}
        hint={formatLength(form.watch('content'), POST_MAX)}
        error={form.formState.errors.content?.message}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save(event);
        }}
        {...form.register('content')}
      />
      <div className="flex flex-wrap justify-end gap-3">
        {onCancel && (
          <Button onClick={cancel} disabled={isPending}>
            Cancel
          </Button>
        )}
        <Button
          ref={submit}
          type="submit"
          variant={variant}
          pending={isPending}
          pendingText={pendingText}
          aria-disabled={isWaiting || undefined}
          className={isWaiting ? 'opacity-60' : undefined}
        >
          {isWaiting ? `${submitLabel} in ${waitSeconds} s` : submitLabel}
        </Button>
      </div>
    </form>
  );
}

/** Pass `callbacks` to the mutations that save the post. */
export function usePostBox(draftName: string, content = '') {
  const [initialValues] = useState<Body>({ content });
  const draft = useDraft(draftName);
  const form = useForm<Body, unknown, Body>({
    resolver,
    defaultValues: { ...initialValues, ...draft.values },
  });
  useSaveDraft(form, draft.key, initialValues);
  const reset = () => form.reset(initialValues);
  const callbacks = {
    onSuccess: reset,
    onError: (reason: Error) => setFieldErrors(reason, form.setError, ['content']),
  };
  return { form, reset, callbacks };
}

const resolver = lazyResolver<Body, Body>(
  async () => (await import('#contract/forum-posts.ts')).postBody,
);
