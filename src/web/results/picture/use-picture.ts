import { useRef, useState } from 'react';

/** What can be done with a card's picture; see `usePicture`. */
export interface Picture {
  /** There once it is made; null while it is made, and after that failed. */
  file: File | null;
  isBeingMade: boolean;
  /** The file, at once or when it is made; made anew if that failed. Rejects if it fails again. */
  take: () => Promise<File>;
  /** For the studio: where `isBeingMade`, it must run, anew for every key. */
  key: string;
  finish: (outcome: Blob | Error) => void;
}

/** Keeps the picture of that content: made before anybody asks for it, and anew when it changes. */
export function usePicture(content: string, fileName: string): Picture {
  const [attempt, setAttempt] = useState(0);
  const [made, setMade] = useState<{ key: string; outcome: File | Error } | null>(null);
  const waiting = useRef<((file: File | Error) => void)[]>([]);
  const key = `${attempt} ${content}`;
  const outcome = made?.key === key ? made.outcome : null;

  function take(): Promise<File> {
    if (outcome instanceof File) return Promise.resolve(outcome);
    if (outcome) setAttempt(attempt + 1);
    return new Promise((resolve, reject) => {
      waiting.current.push((taken) => (taken instanceof File ? resolve(taken) : reject(taken)));
    });
  }

  function finish(drawn: Blob | Error) {
    const file = drawn instanceof Blob ? new File([drawn], fileName, { type: drawn.type }) : drawn;
    setMade({ key, outcome: file });
    for (const answer of waiting.current.splice(0)) answer(file);
  }

  return {
    file: outcome instanceof File ? outcome : null,
    isBeingMade: outcome === null,
    take,
    key,
    finish,
  };
}
