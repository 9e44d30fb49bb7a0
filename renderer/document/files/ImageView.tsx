import { useState } from "react";
import { ScrollRegion } from "../../ui/ScrollRegion";
import { useBlobUrl } from "../preview/blob-url";

/** An image at its natural size or fitted into the pane, on a ground that shows transparency. */
export function ImageView({ bytes, type, name }: { bytes: Uint8Array; type: string; name: string }) {
  const url = useBlobUrl(bytes, type);
  const [size, setSize] = useState<{ width: number; height: number } | "broken">();
  const file = name.split("/").at(-1) ?? name;
  return (
    <ScrollRegion className="doc-scroll" label={`Image ${file}`}>
      <figure className="doc-figure">
        {url && size !== "broken" && (
          <img
            src={url}
            alt={file}
            onLoad={({ currentTarget: image }) =>
              setSize({ width: image.naturalWidth, height: image.naturalHeight })
            }
            onError={() => setSize("broken")}
          />
        )}
        <figcaption className="quiet">
          {size === "broken"
            ? "The bytes begin like an image and could not be drawn."
            : size && `${size.width} × ${size.height} pixels`}
        </figcaption>
      </figure>
    </ScrollRegion>
  );
}
