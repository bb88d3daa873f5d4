/** Returns a `fetch` that reports upload progress from 0 to 1 and ignores request headers. */
export function fetchWithProgress(onProgress: (progress: number) => void): typeof fetch {
  return (url, { method = 'GET', body = null, signal } = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method, String(url));
      request.responseType = 'text';
      request.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 1);
      request.onload = () => resolve(toResponse(request));
      request.onerror = () => reject(new TypeError('Failed to fetch'));
      request.onabort = () => reject(new DOMException('The request was cancelled', 'AbortError'));
      signal?.addEventListener('abort', () => request.abort(), { once: true });
      if (signal?.aborted) reject(signal.reason);
      else request.send(body as XMLHttpRequestBodyInit | null);
    });
}

function toResponse(request: XMLHttpRequest): Response {
  const lines = request.getAllResponseHeaders().trim().split(/\r?\n/);
  const headers = lines.flatMap((line): [string, string][] => {
    const [name = '', ...value] = line.split(': ');
    return name ? [[name, value.join(': ')]] : [];
  });
  const { status, responseText } = request;
  return new Response(status === 204 ? null : responseText, { status, headers });
}
