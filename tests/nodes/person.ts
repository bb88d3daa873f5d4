export interface Answer {
  /** 0 without a response. */
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: the body of any endpoint
  body: any;
}

/** A request that takes longer counts as unanswered. */
const TIMEOUT_MS = 30_000;

/** A person with a browser, whose requests can go to any node. */
export interface Person {
  cookie: string;
  send(method: string, path: string, body?: unknown, at?: string): Promise<Answer>;
}

export function personAt(home: string): Person {
  const person: Person = {
    cookie: '',
    async send(method, path, body, at = home) {
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

/** Replaces the cookie of the same name, as a browser does. */
function withCookie(jar: string, set: string): string {
  const [name = ''] = set.split('=', 1);
  const others = jar.split('; ').filter((one) => one !== '' && !one.startsWith(`${name}=`));
  return [...others, set].join('; ');
}

/** Sends a request and returns its body. @throws Error if the status is not `wanted` */
export async function must(person: Person, wanted: number, ...request: Parameters<Person['send']>) {
  const { status, body } = await person.send(...request);
  if (status !== wanted)
    throw new Error(
      `${request[0]} ${request[1]} answered ${status}: ${JSON.stringify(body)?.slice(0, 300)}`,
    );
  return body;
}

export const PASSWORD = 'front row every night';

/** Signs up a new person. */
export async function signUp(name: string, where: string): Promise<Person> {
  const person = personAt(where);
  const body = { email: `${name}@example.com`, username: name, password: PASSWORD };
  await must(person, 201, 'POST', '/api/auth/register', body);
  return person;
}

/** Signs the same person in on another device. */
export async function signIn(name: string, where: string): Promise<Person> {
  const person = personAt(where);
  const body = { email: `${name}@example.com`, password: PASSWORD };
  await must(person, 200, 'POST', '/api/auth/login', body);
  return person;
}
