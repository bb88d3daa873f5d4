import { useQuery } from '@tanstack/react-query';
import { paths } from '#contract/pages.ts';
import { tourCardImageUrl } from '#contract/tour-card.ts';
import { getMyTourRecap, type MyTourRecap } from '#contract/tour-recaps.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { buildImageFileName } from '#web/score-display/image-file.ts';
import { useImageFile } from '#web/score-display/use-card-image.ts';
import { NotFound } from '#web/ui/feedback/empty-state.tsx';
import { BackLink, PageHeader } from '#web/ui/page-header.tsx';
import { PictureToShare } from './picture-to-share.tsx';

export function ShareTour({ tour }: { tour: string }) {
  const recap = useQuery(queryFor(getMyTourRecap, { query: { tour } }));
  return (
    <>
      <BackLink href={paths.tourRecap({ tour })} label="Tour Recap" />
      <Loaded
        query={recap}
        label="Loading your tour"
        errorMessage="Your tour could not be loaded."
        notFound={<TourNotFound />}
      >
        {(data) => (data ? <TourPicture recap={data} /> : <TourNotFound />)}
      </Loaded>
    </>
  );
}

function TourPicture({ recap }: { recap: MyTourRecap }) {
  const { name } = recap;
  const image = useImageFile({
    url: tourCardImageUrl(name),
    name: buildImageFileName(name, 'tour'),
    content: JSON.stringify(recap),
  });
  return (
    <>
      <PageHeader
        title="Share Your Tour"
        subtitle={
          <p className="wrap-anywhere">
            <bdi>{name}</bdi>
          </p>
        }
      />
      <PictureToShare
        image={image}
        alt="Preview of your tour card"
        link={{ text: `My tour: ${name}`, url: location.origin }}
      />
    </>
  );
}

function TourNotFound() {
  return (
    <NotFound
      title="No tour to share."
      text="You need points on a tour that is over."
      href={paths.globalLeaderboard()}
      linkText="View Leaderboard"
    />
  );
}
