import { useEffect, useRef, useState } from 'react';
import {
  BACKUP_PART_BYTES,
  BACKUP_UPLOAD_MAX_BYTES,
  type BackupDescription,
  sendBackupPart,
} from '#contract/backup-uploads.ts';
import { call } from '#web/http/call.ts';
import { errorMessage, isFinalResponse } from '#web/http/http-error.ts';
import { waitForCheck } from './wait-for-check.ts';

interface UploadRequests {
  begin(file: { fileName: string; bytes: number }): Promise<{ id: string }>;
  /** Starts the check on the server. Returns undefined while it is running. */
  finish(id: string): Promise<BackupDescription | undefined>;
}

export interface UploadState {
  /** From 0 to 1, and 1 while the server checks the file. Null without an upload. */
  progress: number | null;
  error: string | undefined;
}

export function useBackupUpload({ begin, finish }: UploadRequests) {
  const [state, setState] = useState<UploadState>({ progress: null, error: undefined });
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);

  async function upload(file: File): Promise<BackupDescription | undefined> {
    controller.current?.abort();
    controller.current = new AbortController();
    const { signal } = controller.current;
    const show = (next: UploadState) => {
      if (!signal.aborted) setState(next);
    };
    const sizeError = findSizeError(file);
    if (sizeError) {
      show({ progress: null, error: sizeError });
      return undefined;
    }
    show({ progress: 0, error: undefined });
    try {
      const { id } = await begin({ fileName: file.name, bytes: file.size });
      for (let offset = 0; offset < file.size; offset += BACKUP_PART_BYTES) {
        signal.throwIfAborted();
        await sendPart(id, { file, offset, signal });
        show({ progress: Math.min(1, (offset + BACKUP_PART_BYTES) / file.size), error: undefined });
      }
      const description = await waitForCheck(() => finish(id), signal);
      show({ progress: null, error: undefined });
      return signal.aborted ? undefined : description;
    } catch (error) {
      show({ progress: null, error: errorMessage(error, UPLOAD_FAILED) });
      return undefined;
    }
  }

  return {
    ...state,
    upload,
    cancel() {
      controller.current?.abort();
      setState({ progress: null, error: undefined });
    },
  };
}

const UPLOAD_FAILED = 'The upload failed. Check your connection, and choose the file again.';

function findSizeError(file: File): string | undefined {
  if (file.size === 0) return 'This file is empty. Choose a backup.';
  if (file.size > BACKUP_UPLOAD_MAX_BYTES)
    return "This file is larger than 2 GB. Restore it from the server's command line.";
  return undefined;
}

const MAX_ATTEMPTS = 5;

async function sendPart(
  id: string,
  { file, offset, signal }: { file: File; offset: number; signal: AbortSignal },
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const form = new FormData();
    form.append('part', file.slice(offset, offset + BACKUP_PART_BYTES), 'part');
    try {
      const query = { offset: String(offset) };
      await call(sendBackupPart, { params: { id }, query, form, signal });
      return;
    } catch (error) {
      if (signal.aborted || isFinalResponse(error) || attempt === MAX_ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, 1_000 * attempt));
    }
  }
}
