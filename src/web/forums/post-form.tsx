import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { BodyOf } from '#contract/endpoint.ts';
import { type createPost, POST_MAX } from '#contract/forums.ts';
import { rulesFrom } from '#web/http/rules-from.ts';
import { showIssues } from '#web/http/show-issues.ts';
import { useChange } from '#web/http/use-change.ts';
import { Button } from '#web/ui/button.tsx';
import { useKeeping, useKeptTexts } from './form-draft.ts';
import { lengthOf, TextAreaField } from './text-area-field.tsx';

type Body = BodyOf<typeof createPost>;

const rules = rulesFrom<Body, Body>(async () => (await import('#contract/forums.ts')).postBody);

type PostFormProps = {
  label: string;
  /** Under which name the device keeps what is typed. */
  name: string;
  /** What stands there already: a post being edited. */
  content?: string | undefined;
  submitLabel: string;
  pendingText: string;
  send: (body: Body) => Promise<unknown>;
  done: string;
  failed: string;
  /** After it was sent and the page shows it. */
  onDone: () => void;
  onCancel?: (() => void) | undefined;
};

/** A box for a post: a reply, or one being edited. What is typed is kept until it is sent. */
export function PostForm({ content = '', ...props }: PostFormProps) {
  const [begin] = useState<Body>({ content });
  const kept = useKeptTexts(props.name);
  const form = useForm<Body, unknown, Body>({
    resolver: rules,
    defaultValues: { ...begin, ...kept.texts },
  });
  useKeeping(form, kept.key, begin);
  const error = form.formState.errors.content?.message;
  const submit = useRef<HTMLButtonElement>(null);
  const change = useChange({ call: props.send, done: props.done, failed: props.failed });

  const save = form.handleSubmit(async (body) => {
    let isSent = false;
    await change.run(body, {
      onDone() {
        form.reset(begin);
        isSent = true;
      },
      onRefused: (reason) => showIssues(reason, form.setError, ['content']),
    });
    if (isSent) props.onDone();
    // A button loses the focus while it is disabled; after the next paint it is not any more.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) submit.current?.focus();
    });
  });

  function cancel() {
    form.reset(begin);
    props.onCancel?.();
  }

  return (
    <form noValidate onSubmit={save} className="grid gap-3">
      <TextAreaField
        label={props.label}
        readOnly={change.isPending}
        // eslint-disable-next-line jsx-a11y/no-autofocus -- the button that was pressed has made way for the box
        autoFocus={props.onCancel !== undefined}
        hint={lengthOf(form.watch('content'), POST_MAX)}
        error={error}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save();
        }}
        {...form.register('content')}
      />
      <div className="flex flex-wrap justify-end gap-3">
        {props.onCancel && (
          <Button onClick={cancel} disabled={change.isPending}>
            Cancel
          </Button>
        )}
        <Button
          ref={submit}
          type="submit"
          variant="lamp"
          pending={change.isPending}
          pendingText={props.pendingText}
        >
          {props.submitLabel}
        </Button>
      </div>
    </form>
  );
}
