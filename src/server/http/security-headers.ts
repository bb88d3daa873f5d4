import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import { CSP_REPORTS_PATH } from '../pages/csp-reports.ts';

/**
 * Helmet's headers for the scope of the pages and their files; a page with needs of its own sets its
 * policy anew.
 */
export function installPageHeaders(app: FastifyInstance, isSecure: boolean): void {
  const headers = headersOf(
    helmet({
      contentSecurityPolicy: {
        // Only what stands here; helmet's own defaults let fonts and styles come from any https.
        useDefaults: false,
        directives: {
          defaultSrc: ["'self'"],
          baseUri: ["'none'"],
          formAction: ["'self'"],
          frameAncestors: ["'none'"],
          imgSrc: ["'self'", 'data:', 'blob:'],
          objectSrc: ["'none'"],
          scriptSrcAttr: ["'none'"],
          reportUri: [CSP_REPORTS_PATH],
          // On http this directive would send the page's own files to an https that is not there.
          upgradeInsecureRequests: isSecure ? [] : null,
        },
      },
      // The same, for browsers that know no frame-ancestors.
      frameguard: { action: 'deny' },
      strictTransportSecurity: isSecure,
      // For Internet Explorer and for Flash.
      xDownloadOptions: false,
      xPermittedCrossDomainPolicies: false,
    }),
  );
  sendWithAll(app, { ...headers, 'permissions-policy': PERMISSIONS_POLICY });
}

/** What no page of ours uses. Passkeys, the wake lock, sharing and the clipboard stay as they are. */
const PERMISSIONS_POLICY = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

/**
 * Those of them that mean something to data, on every answer. What a page may do is said of no list: on
 * one from memory the rest would take a twentieth of the time.
 */
export function installDataHeaders(app: FastifyInstance, isSecure: boolean): void {
  const headers = headersOf(
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
      },
      strictTransportSecurity: isSecure,
      crossOriginOpenerPolicy: false,
      originAgentCluster: false,
      referrerPolicy: false,
      xDnsPrefetchControl: false,
      xDownloadOptions: false,
      xFrameOptions: false,
      xPermittedCrossDomainPolicies: false,
      xXssProtection: false,
    }),
  );
  sendWithAll(app, headers);
}

/** The same for all, so they are asked for once: made anew they would cost a list's answer a tenth. */
function sendWithAll(app: FastifyInstance, headers: Record<string, string>): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}

function headersOf(middleware: ReturnType<typeof helmet>): Record<string, string> {
  const headers: Record<string, string> = {};
  const answer = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value;
    },
    removeHeader: () => undefined,
  };
  middleware({} as IncomingMessage, answer as unknown as ServerResponse, (error) => {
    if (error) throw error;
  });
  return headers;
}
