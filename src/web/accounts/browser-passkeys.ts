import type { BodyInputOf } from '#contract/endpoint.ts';
import type { addPasskey, passkeySignIn } from '#contract/passkeys.ts';
import { toast } from '#web/ui/feedback/toast.ts';

type Options = Record<string, unknown>;
type NewCredential = BodyInputOf<typeof addPasskey>['credential'];
type Credential = BodyInputOf<typeof passkeySignIn>['credential'];

/** Passkeys require HTTPS or localhost. */
export function canUsePasskeys(): boolean {
  return typeof window !== 'undefined' && 'PublicKeyCredential' in window;
}

/** Returns undefined if the user cancels or the browser fails. */
export async function createPasskey(options: Options): Promise<NewCredential | undefined> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'];
  return (await startRegistration({ optionsJSON }).catch(() => undefined)) as
    | NewCredential
    | undefined;
}

export async function signWithPasskey(options: Options): Promise<Credential | undefined> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as Parameters<
    typeof startAuthentication
  >[0]['optionsJSON'];
  return (await startAuthentication({ optionsJSON }).catch(() => undefined)) as
    | Credential
    | undefined;
}

export function showNoPasskeyToast(): void {
  toast({
    title: 'No passkey was used',
    description: 'Your browser did not return a passkey. Please try again, or use your password.',
    variant: 'destructive',
  });
}
