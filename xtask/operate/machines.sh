# Machines of one network on one kernel: each has the files of this one, and what it writes is its own and is gone with it.
# Run as root, in namespaces of its own for network, mounts and processes. WORK is a folder, DEB the package, SYSTEMCTL what
# stands for systemd, NGINX the configuration for nginx, POSTGRES the version of PostgreSQL.
set -eu
mount --make-rprivate /
# The processes of this namespace alone.
mount -t proc proc /proc
mount -t tmpfs tmpfs "$WORK"
ip link set lo up

# boot NAME ADDRESS: a machine.
boot() {
    ip address add "$2/32" dev lo
    folder=$WORK/$1 root=$WORK/$1/root
    mkdir -p "$folder/upper" "$folder/work" "$root"
    mount -t overlay overlay -o "lowerdir=/,upperdir=$folder/upper,workdir=$folder/work" "$root"
    for shared in proc sys dev; do mount --rbind /$shared "$root/$shared"; done
    for own in tmp run; do mount -t tmpfs tmpfs "$root/$own"; done
    install -d "$root/run/systemd/system"
    install -d -o postgres -g postgres "$root/run/postgresql"
    # Over a link, the file that it leads to would be meant.
    rm -f "$root/usr/bin/systemctl"
    install -m 755 "$SYSTEMCTL" "$root/usr/bin/systemctl"
    # An index of all manual pages of this machine would take longer than all the rest.
    rm -f "$root/var/lib/man-db/auto-update"
    # Nothing can be fetched here: what is installed stays as old as it is, also where a newer version is known.
    echo 'APT::Get::Upgrade "false";' > "$root/etc/apt/apt.conf.d/99without-upgrades"
    echo '10.7.0.2 play.example.org' >> "$root/etc/hosts"
    cp "$DEB" "$root/root"
}

# on NAME: runs what is read, as root of that machine, and shows each command.
on() {
    echo "== $1"
    cat > "$WORK/$1/root/root/block"
    chroot "$WORK/$1/root" env -i HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
        PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
        sh -euxc 'cd /root; . /root/block' < /dev/null
}

# ask ADDRESS PATH [BODY]: what a server answers.
ask() {
    curl --silent --fail --max-time 30 --cacert "$WORK/authority.pem" --resolve play.example.org:443:10.7.0.2 \
        --cookie "$WORK/cookies" --cookie-jar "$WORK/cookies" --header "Authorization: Bearer ${CODE:-none}" \
        ${3:+--header "Content-Type: application/json" --data "$3"} "$1$2"
}

# play ADDRESS CELL: the next move of the game, at this server. While the database is away it is tried again.
play() {
    tries=0
    until ask "$1" "/api/tables/$TABLE/orders" "{\"do\": \"play\", \"move\": \"$2\", \"id\": \"move-$2\"}" > "$WORK/answer"; do
        tries=$((tries + 1))
        if [ $tries -gt 120 ]; then echo "$2 was not taken at $1" >&2; exit 1; fi
        sleep 0.5
    done
    echo "-- $2 at $1"
}

for machine in db1:10.7.0.11 db2:10.7.0.12 node1:10.7.0.21 node2:10.7.0.22 node3:10.7.0.23 front:10.7.0.2; do
    boot "${machine%:*}" "${machine#*:}"
done
# Databases as the package of PostgreSQL makes them.
for machine in db1 db2; do
    on $machine <<END
rm -rf /etc/postgresql/$POSTGRES/main /var/lib/postgresql/$POSTGRES/main
pg_createcluster $POSTGRES main > /dev/null
END
done
# A certificate that the machine in front has, and that its clients believe.
live=$WORK/front/root/etc/letsencrypt/live/play.example.org
mkdir -p "$live"
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=play.example.org \
    -addext subjectAltName=DNS:play.example.org -keyout "$live/privkey.pem" -out "$live/fullchain.pem" 2> /dev/null
cp "$live/fullchain.pem" "$WORK/authority.pem"
cat "$live/fullchain.pem" >> "$WORK/front/root/etc/ssl/certs/ca-certificates.crt"
cp "$NGINX" "$WORK/front/root/root/nginx.conf"
# One machine with the package, and a game.
on node1 <<'END'
apt-get install --yes ./konoba_*.deb
END
ask http://127.0.0.1:8080 /api/me '{"name": "Ana"}' > "$WORK/answer"
ask http://127.0.0.1:8080 /api/tables '{"setup": "konobi:7,nopie", "time": "none", "side": "black", "with": "same-screen", "name": "Luka"}' > "$WORK/answer"
TABLE=$(sed 's/.*"table":"\([^"]*\)".*/\1/' "$WORK/answer")
CODE=$(sed 's/.*"code":"\([^"]*\)".*/\1/' "$WORK/answer")
play http://127.0.0.1:8080 a1
