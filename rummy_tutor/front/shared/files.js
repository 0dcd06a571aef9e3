// What the page gives to the reader: a file to keep, or a page to print.

const FILE_KEPT = 60000; // ms that a text is held ready for the tab or the file

/** Hand a text to the browser as a file to keep; a page to print opens in a tab of its own where that is allowed. */
export function giveFile({ name, text }) {
  const isPage = name.endsWith(".html");
  const mark = name.endsWith(".csv") ? "\ufeff" : ""; // without it a spreadsheet may take the letters for others
  const type = isPage ? "text/html" : name.endsWith(".png") ? "image/png" : "text/plain";
  const address = URL.createObjectURL(new Blob([mark, text], { type }));
  setTimeout(() => URL.revokeObjectURL(address), FILE_KEPT);
  if (isPage && window.open(address, "_blank")) return;
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
}

/** Whether no other device can open the address of this page. */
export const isLocal = () => ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);

/** The address that a sheet's code opens; none where other devices cannot reach this page. */
export function sheetAddress(inPage) {
  return inPage && !isLocal() ? `${location.origin}${location.pathname}` : "";
}
