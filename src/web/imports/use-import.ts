import { useRef, useState } from 'react';
import {
  type ImportPreview,
  type ImportQuery,
  previewImport,
  startImport,
} from '#contract/imports.ts';
import { HttpError } from '#web/http/http-error.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { closeErrorToast } from '#web/ui/feedback/toast.ts';
import { fetchWithProgress } from './fetch-with-progress.ts';
import type { ImportProblem } from './import-problems.tsx';
import { findSizeError, packFiles } from './pack-files.ts';

export type ImportStep =
  | { name: 'packing' }
  | { name: 'sending'; progress: number }
  | { name: 'reading' };

interface ImportRequest {
  query: ImportQuery;
  form: FormData | undefined;
}

export function useImport() {
  const [step, setStep] = useState<ImportStep | null>(null);
  const [fileError, setFileError] = useState<string>();
  const [problems, setProblems] = useState<readonly ImportProblem[]>([]);
  const [pendingImport, setPendingImport] = useState<{
    request: ImportRequest;
    preview: ImportPreview;
  }>();
  const abortController = useRef<AbortController | null>(null);
  const createErrorToast = (message: string) => (error: unknown) =>
    isCanceled(error) ? undefined : message;
  const preview = useMutation(
    mutationFor(previewImport, {
      errorToast: createErrorToast('The import could not be previewed'),
    }),
  );
  const start = useMutation(
    mutationFor(startImport, { errorToast: createErrorToast('The import could not be started') }),
  );

  async function runPreview(query: ImportQuery, files: readonly File[]) {
    discard();
    const error = findSizeError(files);
    setFileError(error);
    if (error) return;
    await run(async (signal) => {
      const form = files.length > 0 ? await packFiles(files, signal) : undefined;
      const request = { query, form };
      await preview.mutate(prepareRequest(request, signal), {
        onSuccess: (response) => setPendingImport({ request, preview: response }),
        onError: reportProblems,
      });
    });
  }

  async function runImport() {
    if (!pendingImport) return;
    await run((signal) =>
      start.mutate(prepareRequest(pendingImport.request, signal), {
        onSuccess: () => setPendingImport(undefined),
        onError: reportProblems,
      }),
    );
  }

  async function run(task: (signal: AbortSignal) => Promise<void>) {
    const controller = new AbortController();
    abortController.current = controller;
    closeErrorToast();
    setStep({ name: 'packing' });
    try {
      await task(controller.signal);
    } catch (error) {
      if (!isCanceled(error)) setFileError(error instanceof Error ? error.message : String(error));
    }
    setStep(null);
  }

  function prepareRequest({ query, form }: ImportRequest, signal: AbortSignal) {
    setStep(form ? { name: 'sending', progress: 0 } : { name: 'reading' });
    const fetch = fetchWithProgress((progress) =>
      setStep(progress < 1 ? { name: 'sending', progress } : { name: 'reading' }),
    );
    return { query, signal, ...(form && { form, fetch }) };
  }

  return {
    step,
    fileError,
    preview: pendingImport?.preview,
    runPreview,
    runImport,
    cancel: () => abortController.current?.abort(),
    problems,
    discard,
  };

  function discard() {
    setPendingImport(undefined);
    setProblems([]);
  }

  /** The toast has only the number of problems. */
  function reportProblems(error: unknown) {
    if (error instanceof HttpError) setProblems(error.issues);
  }
}

function isCanceled(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
