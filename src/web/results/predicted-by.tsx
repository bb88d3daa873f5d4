import { useUser } from '#web/session/use-user.ts';

export function PredictedBy() {
  return (
    <>
      Prediction by <bdi>{useUser().username}</bdi>
    </>
  );
}
