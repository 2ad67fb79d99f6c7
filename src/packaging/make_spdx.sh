#!/usr/bin/env bash
# make_spdx.sh VERSION EPOCH: an SPDX 2.3 document, tag and value, of the files whose names come from standard input, each
# ended by a zero byte. All of them are under the one license, that of LICENSE.
set -euo pipefail
export LC_ALL=C

version=$1
created=$(date -u -d "@$2" +%Y-%m-%dT%H:%M:%SZ)
license=MIT
copyright=$(sed -n 's/^\(Copyright .*\)/\1/p' LICENSE)
sums=$(xargs -0 sha1sum)
code=$(sed 's/ .*//' <<<"$sums" | sort | tr -d '\n' | sha1sum | sed 's/ .*//')

cat <<END
SPDXVersion: SPDX-2.3
DataLicense: CC0-1.0
SPDXID: SPDXRef-DOCUMENT
DocumentName: pgnpack-$version
DocumentNamespace: http://spdx.org/spdxdocs/pgnpack-$version-$code
Creator: Tool: make_spdx.sh
Created: $created

PackageName: pgnpack
SPDXID: SPDXRef-pgnpack
PackageVersion: $version
PackageFileName: pgnpack-$version.tar.gz
PackageDownloadLocation: NOASSERTION
FilesAnalyzed: true
PackageVerificationCode: $code
PackageLicenseConcluded: $license
PackageLicenseInfoFromFiles: $license
PackageLicenseDeclared: $license
PackageCopyrightText: <text>$copyright</text>
Relationship: SPDXRef-DOCUMENT DESCRIBES SPDXRef-pgnpack
END
awk -v license="$license" '{
    name = substr($0, 43)
    printf "\nFileName: ./%s\nSPDXID: SPDXRef-file-%d\nFileChecksum: SHA1: %s\nLicenseConcluded: %s\n", name, NR, $1, license
    printf "LicenseInfoInFile: %s\nFileCopyrightText: NOASSERTION\n", name == "LICENSE" ? license : "NONE"
    printf "Relationship: SPDXRef-pgnpack CONTAINS SPDXRef-file-%d\n", NR
}' <<<"$sums"
