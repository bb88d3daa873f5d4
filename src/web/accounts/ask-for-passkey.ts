import type { BodyInputOf } from '#contract/endpoint.ts';
import type { addPasskey, passkeySignIn } from '#contract/passkeys.ts';
import { toast } from '#web/ui/feedback/toast.ts';

type Options = Record<string, unknown>;
type NewCredential = BodyInputOf<typeof addPasskey>['credential'];
type Credential = BodyInputOf<typeof passkeySignIn>['credential'];

/** Browsers have them on https, and on localhost, only. */
export function canUsePasskeys(): boolean {
  return typeof window !== 'undefined' && 'PublicKeyCredential' in window;
}

/** Lets the browser make one; undefined where the person thinks better of it, or it cannot. */
export async function askForNewPasskey(options: Options): Promise<NewCredential | undefined> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'];
  return (await startRegistration({ optionsJSON }).catch(() => undefined)) as
    | NewCredential
    | undefined;
}

/** Lets the browser sign with one; undefined as above. */
export async function askForPasskey(options: Options): Promise<Credential | undefined> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as Parameters<
    typeof startAuthentication
  >[0]['optionsJSON'];
  return (await startAuthentication({ optionsJSON }).catch(() => undefined)) as
    | Credential
    | undefined;
}

export function sayNoPasskey(): void {
  toast({
    title: 'No passkey was used',
    description: 'Your browser did not give one. Please try again, or use your password.',
    variant: 'destructive',
  });
}
