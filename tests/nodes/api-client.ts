export interface ApiResponse {
  /** 0 if there is no response. */
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: the body of any endpoint
  body: any;
}

/** A slower request counts as one without a response. */
const TIMEOUT_MS = 30_000;

export interface ApiClient {
  cookie: string;
  send(method: string, path: string, body?: unknown, url?: string): Promise<ApiResponse>;
}

export function createClient(baseUrl: string): ApiClient {
  const client: ApiClient = {
    cookie: '',
    async send(method, path, body, url = baseUrl) {
      const headers = { cookie: client.cookie, 'content-type': 'application/json' };
      if (body === undefined) Reflect.deleteProperty(headers, 'content-type');
      const response = await fetch(url + path, {
        method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }).catch(() => undefined);
      const text = await response?.text().catch(() => undefined);
      if (!response || text === undefined) return { status: 0, headers: new Headers(), body: '' };
      for (const setCookie of response.headers.getSetCookie())
        client.cookie = withCookie(client.cookie, setCookie.split(';', 1)[0] ?? '');
      const isJson = response.headers.get('content-type')?.includes('json') && text !== '';
      return {
        status: response.status,
        headers: response.headers,
        body: isJson ? JSON.parse(text) : text,
      };
    },
  };
  return client;
}

function withCookie(jar: string, setCookie: string): string {
  const [name = ''] = setCookie.split('=', 1);
  const others = jar
    .split('; ')
    .filter((cookie) => cookie !== '' && !cookie.startsWith(`${name}=`));
  return [...others, setCookie].join('; ');
}

/** Returns the body. @throws Error if the status is not `expectedStatus` */
export async function sendOrThrow(
  client: ApiClient,
  expectedStatus: number,
  ...request: Parameters<ApiClient['send']>
) {
  const { status, body } = await client.send(...request);
  if (status !== expectedStatus)
    throw new Error(
      `${request[0]} ${request[1]} returned ${status}: ${JSON.stringify(body)?.slice(0, 300)}`,
    );
  return body;
}

export const PASSWORD = 'front row every night';

export async function signUp(name: string, url: string): Promise<ApiClient> {
  const client = createClient(url);
  const body = { email: `${name}@example.com`, username: name, password: PASSWORD };
  await sendOrThrow(client, 201, 'POST', '/api/auth/register', body);
  return client;
}

export async function signIn(name: string, url: string): Promise<ApiClient> {
  const client = createClient(url);
  const body = { email: `${name}@example.com`, password: PASSWORD };
  await sendOrThrow(client, 200, 'POST', '/api/auth/login', body);
  return client;
}
