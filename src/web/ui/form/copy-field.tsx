import { type ReactNode, useRef, useState } from 'react';
import { Button } from '../button.tsx';
import { toast } from '../feedback/toast.ts';
import { Check, Copy } from '../icons.ts';
import { TextField } from './text-field.tsx';

type CopyFieldProps = {
  label: string;
  text: string;
  what: 'link' | 'token' | 'code' | 'secret';
  children?: ReactNode;
};

export function CopyField({ label, text, what, children }: CopyFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const [copiedText, setCopiedText] = useState<string>();

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setCopiedText(text);
      toast({ title: `${what.charAt(0).toUpperCase()}${what.slice(1)} copied` });
    } catch {
      // The clipboard is blocked, or the site doesn't use HTTPS.
      field.current?.focus();
      field.current?.select();
      toast({
        title: `Copy the selected ${what}`,
        description: "This browser can't copy it for you.",
      });
    }
  }

  return (
    <div className="grid gap-3">
      <TextField
        ref={field}
        label={label}
        labelHidden
        value={text}
        readOnly
        spellCheck={false}
        onFocus={(event) => event.target.select()}
      />
      <div className="flex flex-wrap gap-2.5 max-sm:*:flex-1">
        <Button onClick={copy}>
          {copiedText === text ? <Check aria-hidden /> : <Copy aria-hidden />}
          Copy {what}
        </Button>
        {children}
      </div>
    </div>
  );
}
