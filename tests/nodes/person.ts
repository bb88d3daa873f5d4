export interface Answer {
  /** 0 where no answer came. */
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the call answers
  body: any;
}

/** Nothing here may take as long as that; what does counts as never answered. */
const TIMEOUT_MS = 30_000;

/** Somebody with a browser, who asks one address or another. */
export interface Person {
  cookie: string;
  ask(method: string, path: string, body?: unknown, at?: string): Promise<Answer>;
}

export function personAt(home: string): Person {
  const person: Person = {
    cookie: '',
    async ask(method, path, body, at = home) {
      const headers = { cookie: person.cookie, 'content-type': 'application/json' };
      if (body === undefined) Reflect.deleteProperty(headers, 'content-type');
      const answer = await fetch(at + path, {
        method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }).catch(() => undefined);
      const text = await answer?.text().catch(() => undefined);
      if (!answer || text === undefined) return { status: 0, headers: new Headers(), body: '' };
      for (const set of answer.headers.getSetCookie())
        person.cookie = withCookie(person.cookie, set.split(';', 1)[0] ?? '');
      const isJson = answer.headers.get('content-type')?.includes('json') && text !== '';
      return {
        status: answer.status,
        headers: answer.headers,
        body: isJson ? JSON.parse(text) : text,
      };
    },
  };
  return person;
}

/** As a browser's jar: one of each name. */
function withCookie(jar: string, set: string): string {
  const [name = ''] = set.split('=', 1);
  const others = jar.split('; ').filter((one) => one !== '' && !one.startsWith(`${name}=`));
  return [...others, set].join('; ');
}

/** What the call answers; throws where the status is another than wanted. */
export async function must(who: Person, wanted: number, ...asked: Parameters<Person['ask']>) {
  const { status, body } = await who.ask(...asked);
  if (status !== wanted)
    throw new Error(
      `${asked[0]} ${asked[1]} answered ${status}: ${JSON.stringify(body)?.slice(0, 300)}`,
    );
  return body;
}

export const PASSWORD = 'front row every night';

/** Somebody new, signed in. */
export async function signUp(name: string, where: string): Promise<Person> {
  const person = personAt(where);
  const body = { email: `${name}@example.com`, username: name, password: PASSWORD };
  await must(person, 201, 'POST', '/api/auth/register', body);
  return person;
}

/** The same person on another device. */
export async function signIn(name: string, where: string): Promise<Person> {
  const person = personAt(where);
  const body = { email: `${name}@example.com`, password: PASSWORD };
  await must(person, 200, 'POST', '/api/auth/login', body);
  return person;
}
